"use client";
// Before anything else: it has to hear of Back and Forward first.
import "./navigation/traversal-gate";
import { Tooltip } from "@base-ui/react/tooltip";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { TrpcProvider } from "@/trpc/client";
import { NonceProvider } from "./csp-nonce";
import { ClockProvider } from "./time/clock";
import { ToastProvider } from "./ui/toast";

interface ProvidersProps {
  nonce: string | undefined;
  /** when the server rendered the page */
  now: number;
  children: ReactNode;
}

export function Providers({ nonce, now, children }: ProvidersProps) {
  return (
    <NonceProvider nonce={nonce}>
      <NuqsAdapter>
        <TrpcProvider>
          <ClockProvider now={now}>
            <Tooltip.Provider delay={400}>
              <ToastProvider>{children}</ToastProvider>
            </Tooltip.Provider>
          </ClockProvider>
        </TrpcProvider>
      </NuqsAdapter>
    </NonceProvider>
  );
}
