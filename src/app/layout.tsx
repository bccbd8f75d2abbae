import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { Shell } from "@/components/features/shell/shell";
import { readPreferences } from "@/components/preferences/preferences";
import { Providers } from "@/components/providers";
import { originOf } from "./origin-of";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Workflow Engine", template: "%s · Workflow Engine" },
  description: "Durable workflow automation on PostgreSQL.",
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#0c0c0e" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [jar, received] = await Promise.all([cookies(), headers()]);
  const preferences = readPreferences((name) => jar.get(name)?.value);
  return (
    <html lang="en" data-theme={preferences.theme} className={`${GeistSans.variable} ${GeistMono.variable}`}>
      <body>
        <Providers
          nonce={received.get("x-nonce") ?? undefined}
          now={Date.now()}
          origin={originOf(received)}
          preferences={preferences}
        >
          <Shell>{children}</Shell>
        </Providers>
      </body>
    </html>
  );
}
