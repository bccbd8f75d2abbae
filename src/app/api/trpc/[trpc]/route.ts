import { handleTrpc } from "@/server/handle-trpc";
import { refusedMethodHeader } from "@/server/incoming-requests";
import { restRoute } from "@/server/rest";

const { GET: refuseMethod, HEAD, PUT, PATCH, DELETE, OPTIONS } = restRoute({}, ["GET", "POST"]);

/** A method that no route has comes as a GET that says so. */
const GET: typeof refuseMethod = (request, context) =>
  request.headers.has(refusedMethodHeader) ? refuseMethod(request, context) : handleTrpc(request);

export { DELETE, GET, HEAD, handleTrpc as POST, OPTIONS, PATCH, PUT };
