import { describe, expect, it } from "vitest";
import { takesGzip } from "./send-answer";

describe("an answer is packed", () => {
  it.each(["gzip", "deflate, gzip;q=1.0, *;q=0.5", "GZIP", "br;q=1,gzip;q=0.2", "*", "x-gzip", "gzip ; q=0.001"])(
    "for who takes %s",
    (accepted) => {
      expect(takesGzip(accepted)).toBe(true);
    },
  );

  it.each([undefined, "", "identity", "br", "gzip;q=0", "gzip; q=0.000", "*;q=0", "notgzip", "gzipped"])(
    "not for who takes %s",
    (accepted) => {
      expect(takesGzip(accepted)).toBe(false);
    },
  );
});
