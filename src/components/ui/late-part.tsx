"use client";
import { Component, type ReactNode } from "react";
import { Button } from "./button";

const attempts = 6;
const firstPauseMs = 1_000;

/** Loads a part of the app that comes after the page. A server that restarts meanwhile is waited for, half a minute or so. */
export async function loadPatiently<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await load();
    } catch (error) {
      if (attempt === attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, firstPauseMs * 2 ** (attempt - 1)));
    }
  }
}

interface LatePartProps {
  /** what is missing if it does not come: "The graph" */
  what: string;
  children: ReactNode;
}

/** Around a part that is loaded late: if it never comes, or breaks, the rest of the page stays. */
export class LatePart extends Component<LatePartProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div
        role="alert"
        className="grid size-full place-content-center justify-items-center gap-3 bg-subtle p-6 text-sm"
      >
        <p className="text-ink-muted">{this.props.what} could not be loaded.</p>
        <Button size="small" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      </div>
    );
  }
}
