"use client";
import { Download } from "lucide-react";
import { downloadFile } from "@/components/code/download";
import { Button } from "@/components/ui/button";
import { type Binary, decodeBase64 } from "./binary";
import { fileName } from "./file-name";
import { formatSize } from "./shorten-text";

/** The binary values within a value, each to be had as a file. */
export function BinaryFiles({ binaries }: { binaries: readonly Binary[] }) {
  return binaries.map((binary) => (
    <div key={binary.path} className="flex items-center gap-3 border-b px-3 py-1.5 text-xs">
      <span className="min-w-0 flex-1 break-words">
        {binary.path ? <code className="font-mono">{binary.path}</code> : "The value"} is binary: {binary.contentType},{" "}
        {formatSize(binary.size)}
      </span>
      <Button size="small" onClick={() => download(binary)}>
        <Download aria-hidden />
        Download
      </Button>
    </div>
  ));
}

function download(binary: Binary): void {
  const bytes = decodeBase64(binary.data);
  if (bytes === undefined) return;
  downloadFile(`${fileName(binary.path) || "output"}.${fileExtension(binary.contentType)}`, bytes);
}

function fileExtension(contentType: string): string {
  const subtype = /^[\w.-]+\/(?:x-)?([\w-]{1,10})/.exec(contentType)?.[1];
  return subtype === undefined || subtype === "octet-stream" ? "bin" : subtype;
}
