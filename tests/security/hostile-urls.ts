/** Addresses that no workflow may reach, each written as an attacker would. Every kind is one way around a careless check. */
export interface HostileUrls {
  kind: string;
  urls: readonly string[];
  /** what the names in these answer; left out: they hold no name that may be looked up */
  answers?: readonly string[];
}

const names = (kind: string, ...answers: string[]): HostileUrls => ({
  kind: `a name that answers ${kind}`,
  urls: ["http://harmless.test/", "https://harmless.test:8443/path?q=1"],
  answers,
});

export const hostileUrls: readonly HostileUrls[] = [
  { kind: "loopback", urls: ["http://127.0.0.1/", "http://127.255.255.254:8080/", "https://127.0.0.1/"] },
  { kind: "short forms", urls: ["http://127.1/", "http://127.0.1/", "http://10.1/", "http://192.168.257/"] },
  { kind: "one decimal number", urls: ["http://2130706433/", "http://2852039166/", "http://3232235521/"] },
  { kind: "hexadecimal", urls: ["http://0x7f000001/", "http://0x7F.0x0.0x0.0x1/", "http://0xa9fea9fe/latest/"] },
  { kind: "octal", urls: ["http://0177.0.0.1/", "http://017700000001/", "http://0251.0376.0251.0376/"] },
  { kind: "mixed notations", urls: ["http://0x7f.0.0.01/", "http://127.0x1/", "http://0251.254.0xa9fe/"] },
  { kind: "numbers that overflow", urls: ["http://4294967297/", "http://127.0.0.257/", "http://1.2.3.4.5/"] },
  { kind: "full-width digits", urls: ["http://１２７.０.０.１/", "http://①②⑦.⓪.⓪.①/", "http://０ｘ７ｆ.１/"] },
  { kind: "other full stops", urls: ["http://127。0。0。1/", "http://127．0．0．1/", "http://127｡0｡0｡1/"] },
  { kind: "percent signs", urls: ["http://%31%32%37.0.0.1/", "http://127%2e0%2e0%2e1/", "http://%6c%6f%63alhost/"] },
  {
    kind: "invisible characters",
    urls: ["http://127.0.0.\u00ad1/", "http://127.\u200b0.0.1/", "http://127.0.\u20600.1/"],
  },
  { kind: "trailing dots", urls: ["http://127.0.0.1./", "http://169.254.169.254./", "http://2130706433./"] },
  { kind: "unspecified", urls: ["http://0.0.0.0/", "http://0/", "http://[::]/", "http://0.1.2.3/"] },
  {
    kind: "private networks",
    urls: ["http://10.0.0.1/", "http://172.16.0.1/", "http://172.31.255.255/", "http://192.168.0.1/"],
  },
  {
    kind: "carrier networks",
    urls: ["http://100.64.0.1/", "http://100.127.255.254/", "http://100.100.100.200/latest/"],
  },
  { kind: "link-local", urls: ["http://169.254.0.1/", "http://[fe80::1]/", "http://[febf::1]/"] },
  {
    kind: "metadata services",
    urls: [
      "http://169.254.169.254/latest/meta-data/",
      "http://169.254.170.2/v2/credentials",
      "http://192.0.0.192/opc/v2/",
      "http://[fd00:ec2::254]/latest/meta-data/",
      "http://[fd20:ce::254]/computeMetadata/v1/",
    ],
  },
  { kind: "IPv6 loopback", urls: ["http://[::1]/", "http://[0:0:0:0:0:0:0:1]/", "http://[0000::0001]:9000/"] },
  {
    kind: "IPv4-mapped",
    urls: ["http://[::ffff:127.0.0.1]/", "http://[::FFFF:7f00:1]/", "http://[0:0:0:0:0:ffff:a9fe:a9fe]/"],
  },
  { kind: "IPv4-compatible", urls: ["http://[::127.0.0.1]/", "http://[::7f00:1]/", "http://[::a9fe:a9fe]/"] },
  { kind: "IPv4-translated", urls: ["http://[::ffff:0:127.0.0.1]/", "http://[::ffff:0:a00:1]/"] },
  {
    kind: "NAT64",
    urls: ["http://[64:ff9b::127.0.0.1]/", "http://[64:ff9b::a9fe:a9fe]/", "http://[64:ff9b:1::a00:1]/"],
  },
  { kind: "6to4", urls: ["http://[2002:7f00:1::]/", "http://[2002:a9fe:a9fe::1]/", "http://[2002:c0a8:1::1]/"] },
  { kind: "Teredo", urls: ["http://[2001::1]/", "http://[2001:0:7f00:1::]/"] },
  { kind: "unique-local", urls: ["http://[fc00::1]/", "http://[fd12:3456:789a::1]/", "http://[fdff:ffff::]/"] },
  {
    kind: "site-local and unassigned",
    urls: ["http://[fec0::1]/", "http://[4000::1]/", "http://[100::1]/", "http://[5f00::1]/"],
  },
  {
    kind: "multicast, broadcast, reserved",
    urls: ["http://224.0.0.1/", "http://255.255.255.255/", "http://240.0.0.1/", "http://[ff02::1]/"],
  },
  {
    kind: "documentation and benchmarks",
    urls: [
      "http://192.0.2.1/",
      "http://198.51.100.1/",
      "http://203.0.113.9/",
      "http://198.18.0.1/",
      "http://[2001:db8::1]/",
      "http://[3fff::1]/",
    ],
  },
  { kind: "zones", urls: ["http://[fe80::1%25eth0]/", "http://[::1%25lo]/", "http://[fe80::1%eth0]/"] },
  {
    kind: "a user that looks like the host",
    urls: ["http://example.com@127.0.0.1/", "http://example.com:80@10.0.0.1/", "http://93.184.215.14%2f@127.0.0.1/"],
  },
  {
    kind: "parsers that disagree",
    urls: [
      "http://127.0.0.1\\@example.com/",
      "http://127.0.0.1#@example.com/",
      "http://127.0.0.1?@example.com/",
      "http:127.0.0.1/",
      "http:/127.0.0.1/",
      "http:///127.0.0.1/",
      "http:\\\\127.0.0.1\\",
    ],
  },
  {
    kind: "control characters",
    urls: [
      "http://127.0.0.1\t/",
      "http://127.0.0.1/\r\nHost: x",
      "http://12\n7.0.0.1/",
      "http://127.0.0.1\u0000.example.com/",
    ],
  },
  {
    kind: "other schemes",
    urls: [
      "file:///etc/passwd",
      "gopher://127.0.0.1:6379/_INFO",
      "ftp://127.0.0.1/",
      "data:text/plain,x",
      "javascript:1",
      "ws://127.0.0.1/",
      "blob:http://127.0.0.1/x",
      "unix:/var/run/docker.sock",
      "dict://127.0.0.1:11211/",
      "//127.0.0.1/",
      "127.0.0.1:80",
    ],
  },
  {
    kind: "names of this machine",
    urls: [
      "http://localhost/",
      "http://LOCALHOST:3000/",
      "http://localhost./",
      "http://api.localhost/",
      "http://ⓛocalhost/",
    ],
    answers: ["127.0.0.1", "::1"],
  },
  {
    kind: "public names that lead inside",
    urls: [
      "http://127.0.0.1.nip.io/",
      "http://localtest.me/",
      "http://metadata.google.internal/",
      "http://xn--fsq.test/",
    ],
    answers: ["169.254.169.254"],
  },
  names("loopback", "127.0.0.1"),
  names("a private address", "10.0.0.5"),
  names("the metadata service", "169.254.169.254"),
  names("the unspecified address", "0.0.0.0"),
  names("IPv6 loopback", "::1"),
  names("an IPv4-mapped address", "::ffff:127.0.0.1"),
  names("an IPv4-compatible address", "::127.0.0.1"),
  names("NAT64", "64:ff9b::a9fe:a9fe"),
  names("6to4", "2002:7f00:1::1"),
  names("a unique-local address", "fd00:ec2::254"),
  names("link-local with a zone", "fe80::1%eth0"),
  names("a bad address behind good ones", "93.184.215.14", "2606:4700:4700::1111", "10.0.0.1"),
  names("a bad address before good ones", "::1", "93.184.215.14"),
  names("what is no address", "not-an-address"),
  names("nothing"),
  {
    kind: "the product's own routes",
    urls: [
      "http://127.0.0.1:3000/api/secrets",
      "http://127.0.0.1:3000/api/echo/../secrets",
      "http://127.0.0.1:3000//api/echo",
      "http://127.0.0.1:3000/api/echo/",
    ],
  },
];
