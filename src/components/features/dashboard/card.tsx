import { type ReactNode, useId } from "react";

interface CardProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

/** A part of the dashboard, with its name. */
export function Card({ title, action, children }: CardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col rounded-lg border bg-raised">
      <header className="flex min-h-11 items-center justify-between gap-3 border-b px-4">
        <h2 id={id} className="text-sm font-semibold">
          {title}
        </h2>
        {action}
      </header>
      {children}
    </section>
  );
}
