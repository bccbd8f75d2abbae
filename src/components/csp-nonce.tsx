"use client";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { createContext, type ReactNode, useContext } from "react";

const Nonce = createContext<string | undefined>(undefined);

/** The nonce of this page's content security policy, for what writes style elements; undefined where there is none. */
export function useNonce(): string | undefined {
  return useContext(Nonce);
}

export function NonceProvider({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  return (
    <Nonce.Provider value={nonce}>
      <CSPProvider {...(nonce ? { nonce } : {})} disableStyleElements>
        {children}
      </CSPProvider>
    </Nonce.Provider>
  );
}
