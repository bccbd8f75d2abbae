"use client";
import { Button as BaseButton } from "@base-ui/react/button";
import type { VariantProps } from "class-variance-authority";
import { LoaderCircle } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { buttonStyles } from "./button-styles";
import { cn } from "./cn";
import { Refused } from "./refused";

type ButtonProps = ComponentProps<typeof BaseButton> &
  VariantProps<typeof buttonStyles> & {
    className?: string | undefined;
    /** shows that the action is under way and takes no further click; the button keeps its width and its focus */
    busy?: boolean;
    /** why whoever sits here may not do this; it takes no click then, and says why to who points at it or stops there */
    refusal?: string | undefined;
    children?: ReactNode;
  };

export function Button({ refusal, ...props }: ButtonProps) {
  if (refusal === undefined) return <PlainButton {...props} />;
  return <Refused reason={refusal}>{(described) => <PlainButton {...props} {...described} />}</Refused>;
}

function PlainButton({ variant, size, busy = false, disabled, className, children, ...props }: ButtonProps) {
  return (
    <BaseButton
      disabled={busy || disabled === true}
      focusableWhenDisabled={busy || props.focusableWhenDisabled === true}
      aria-busy={busy || undefined}
      className={cn(buttonStyles({ variant, size }), className)}
      {...props}
    >
      {busy ? (
        <>
          <span className="inline-flex items-center gap-1.5 opacity-0">{children}</span>
          <LoaderCircle aria-hidden className="absolute animate-spin" />
        </>
      ) : (
        children
      )}
    </BaseButton>
  );
}
