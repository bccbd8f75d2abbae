/** Called by Next once, before the server answers anything. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { begin } = await import("./server/begin");
    begin();
  }
}
