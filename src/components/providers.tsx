"use client";
// Before anything else: it has to hear of Back and Forward first.
import "./navigation/traversal-gate";
import { Tooltip } from "@base-ui/react/tooltip";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { TrpcProvider } from "@/trpc/client";
import { AppOriginProvider } from "./code/app-origin";
import { NonceProvider } from "./csp-nonce";
import type { Preferences } from "./preferences/preferences";
import { PreferencesProvider } from "./preferences/preferences-provider";
import { ClockProvider } from "./time/clock";
import { TimeHint } from "./time/time-hint";
import { ToastProvider } from "./ui/toast";

interface ProvidersProps {
  nonce: string | undefined;
  /** when the server rendered the page */
  now: number;
  /** where the request that rendered the page reached this app */
  origin: string;
  preferences: Preferences;
  children: ReactNode;
}

export function Providers({ nonce, now, origin, preferences, children }: ProvidersProps) {
  return (
    <NonceProvider nonce={nonce}>
      <NuqsAdapter>
        <TrpcProvider>
          <AppOriginProvider origin={origin}>
            <PreferencesProvider initial={preferences}>
              <ClockProvider now={now}>
                <Tooltip.Provider delay={400}>
                  <ToastProvider>{children}</ToastProvider>
                  <TimeHint />
                </Tooltip.Provider>
              </ClockProvider>
            </PreferencesProvider>
          </AppOriginProvider>
        </TrpcProvider>
      </NuqsAdapter>
    </NonceProvider>
  );
}
