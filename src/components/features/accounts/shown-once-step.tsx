import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { ShownOnce } from "@/components/ui/shown-once";

interface ShownOnceStepProps {
  label: string;
  text: string;
  /** what one can do with it, below */
  children?: ReactNode;
  onDone: () => void;
}

/** The last step of a dialog that has made something which nobody is told again. */
export function ShownOnceStep({ label, text, children, onDone }: ShownOnceStepProps) {
  return (
    <>
      <DialogBody>
        <ShownOnce label={label} text={text} />
        {children}
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </>
  );
}
