import Link from "next/link";

export function Brand({ folded = false }: { folded?: boolean }) {
  return (
    <Link href="/" className="flex items-center gap-2 rounded-md text-sm font-semibold">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-6 shrink-0">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          d="M9 10.5h5.5a3 3 0 0 1 3 3v5a3 3 0 0 0 3 3H23"
          fill="none"
          strokeWidth="2.5"
          strokeLinecap="round"
          className="stroke-on-solid"
        />
        <circle cx="9" cy="10.5" r="3" className="fill-on-solid" />
        <circle cx="23" cy="21.5" r="3" className="fill-on-solid" />
      </svg>
      <span className={folded ? "sr-only" : "whitespace-nowrap"}>Workflow Engine</span>
    </Link>
  );
}
