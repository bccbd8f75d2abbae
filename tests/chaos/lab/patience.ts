/** Long enough for a machine that has much else to do; it only keeps a case from hanging for ever. */
export const patienceMs = 180_000;
