/** Values up to this size are loaded along with a batch and kept as they were read; nobody counts them. */
export const smallValueBytes = 64 * 1024;
