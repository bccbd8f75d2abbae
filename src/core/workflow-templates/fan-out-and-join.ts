import { echoUrl, edges, node, type WorkflowTemplate } from "./template";

const ask = (id: string, name: string, answer: string) =>
  node(id, "http_request", name, {
    method: "GET",
    url: echoUrl,
    query: { sku: "{{ trigger.sku }}", answer },
    timeout_seconds: 10,
  });

export const fanOutAndJoin: WorkflowTemplate = {
  id: "fan-out-and-join",
  name: "Fan out and join",
  description: "Asks three systems at the same time, waits for all of them, and puts their answers together.",
  payload: { sku: "A-100", quantity: 3 },
  secrets: [],
  definition: {
    nodes: [
      node("start", "trigger", "Quote requested", {}),
      ask("price", "Ask for the price", "12.50"),
      ask("stock", "Ask for the stock", "40"),
      ask("shipping", "Ask for the shipping", "2 days"),
      node(
        "quote",
        "http_request",
        "Send the quote",
        {
          method: "POST",
          url: echoUrl,
          body: {
            sku: "{{ trigger.sku }}",
            quantity: "{{ trigger.quantity }}",
            price: "{{ steps.price.output.body.query.answer }}",
            in_stock: "{{ steps.stock.output.body.query.answer }}",
            delivery: "{{ steps.shipping.output.body.query.answer }}",
          },
        },
        { join: "all" },
      ),
      node("sent", "log", "Quote sent", { message: "Quoted {{ trigger.sku }}: {{ steps.quote.output.body.body }}" }),
    ],
    edges: edges(
      "start -> price",
      "start -> stock",
      "start -> shipping",
      "price -> quote",
      "stock -> quote",
      "shipping -> quote",
      "quote -> sent",
    ),
  },
};
