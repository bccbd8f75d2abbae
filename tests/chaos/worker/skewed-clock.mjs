// Loaded before a worker: its clock is off by LABORATORY_CLOCK_SKEW_MS, whoever asks for the time.
const skew = Number(process.env.LABORATORY_CLOCK_SKEW_MS ?? 0);
const RealDate = Date;

class SkewedDate extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + skew);
    else super(...args);
  }

  static now() {
    return RealDate.now() + skew;
  }
}

globalThis.Date = SkewedDate;
