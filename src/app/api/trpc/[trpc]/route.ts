import { handleTrpc } from "@/server/handle-trpc";

export { handleTrpc as GET, handleTrpc as POST };
