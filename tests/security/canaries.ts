/** Values that an encoder somewhere would change: each must be recognised in every form that it takes on its way. */
export const canaries: Readonly<Record<string, string>> = {
  PLAIN: "canary01plainvalue7Qx",
  QUOTES: `canary02"double'single"end`,
  SLASHES: "canary03\\back/slash\\\\end",
  QUERY: "canary04&a=b?c=d#e+f end",
  PERCENT: "canary05%41%2F%%25 100%end",
  MARKUP: `canary06<b title="x">&amp;</b>end`,
  LINES: "canary07-----BEGIN KEY-----\nMIIBVwIBADANBg\nkqhkiG9w0BAQEF\n-----END KEY-----\n",
  UNICODE: "canary08-größe-ключ-鍵-💥-end",
  BASE64: "Y2FuYXJ5MDktaXMtYmFzZTY0LWl0c2VsZg==",
  JSON: '{"canary10":{"key":"va\\"lue","n":[1,2.50]}}',
  DIGITS: "1100110011223344556677889900",
  BLANKS: "  canary12 with blanks around  ",
  TEMPLATE: "canary13{{ secrets.PLAIN }}{{ trigger }}",
  LONG: `canary14${"0123456789abcdef".repeat(40)}end`,
  URL: "https://canary15:pass@word@host.example/path?x=1",
  HEX: "63616e61727931362d6865782d76616c7565",
  TABS: "canary17\ttab\ttab\tend",
  DOLLARS: "canary18$1$&$\u007bx}`y`$(z)end",
  UUID: "01980000-cafe-7000-8000-ca0a19000019",
  COLONS: "canary20:user:pass:word==end",
};

/** What no HTTP header may carry. */
export const fitsHeader = (value: string): boolean => !/\p{Cc}/u.test(value.replaceAll("\t", ""));
