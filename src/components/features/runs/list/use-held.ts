"use client";
import { type FocusEvent, useEffect, useState } from "react";

/** So far down that the list's beginning is out of sight. */
const scrolledPixels = 120;

/** Whether somebody reads or handles a part of the page, so that it must not move: it was scrolled to, or pointer or focus are in it. */
export function useHeld() {
  const [isScrolled, setScrolled] = useState(false);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > scrolledPixels);
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  return {
    isHeld: isScrolled || isPointed || isFocused,
    /** for the element that is read */
    handlers: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
        setFocused(currentTarget.contains(relatedTarget)),
    },
  };
}
