import { z } from "zod";
import { byIdInput } from "./common";

/** What the last event that a client received was of: it hears nothing until that has changed. */
const lastEventId = z.string().nullish();

export const liveRunInput = byIdInput.extend({ lastEventId });
export const liveRunsInput = z.object({ lastEventId }).optional();
