import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { type Preferences, readPreferences } from "@/components/preferences/preferences";
import { Providers } from "@/components/providers";
import { originOf } from "./origin-of";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Workflow Engine", template: "%s · Workflow Engine" },
  description: "Durable workflow automation on PostgreSQL.",
};

const colors = { light: "#ffffff", dark: "#0c0c0e" } as const;

/** What surrounds the page on a phone takes the theme's colour. */
export async function generateViewport(): Promise<Viewport> {
  const { theme } = await readChoices();
  if (theme !== "system") return { themeColor: colors[theme] };
  return {
    themeColor: [
      { media: "(prefers-color-scheme: light)", color: colors.light },
      { media: "(prefers-color-scheme: dark)", color: colors.dark },
    ],
  };
}

async function readChoices(): Promise<Preferences> {
  const jar = await cookies();
  return readPreferences((name) => jar.get(name)?.value);
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [preferences, received] = await Promise.all([readChoices(), headers()]);
  return (
    <html lang="en" data-theme={preferences.theme} className={`${GeistSans.variable} ${GeistMono.variable}`}>
      <body>
        <Providers
          nonce={received.get("x-nonce") ?? undefined}
          now={Date.now()}
          origin={originOf(received)}
          preferences={preferences}
        >
          {children}
        </Providers>
      </body>
    </html>
  );
}
