import { handleTrpc } from "@/server/handle-trpc";
import { restRoute } from "@/server/rest";

const { HEAD, PUT, PATCH, DELETE, OPTIONS } = restRoute({}, ["GET", "POST"]);

export { DELETE, HEAD, handleTrpc as GET, handleTrpc as POST, OPTIONS, PATCH, PUT };
