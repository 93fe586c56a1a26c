// Downloads created in the page, without a request.

/** Saves a text as a file, with a byte order mark so that spreadsheets recognize UTF-8. */
export function saveText(name: string, text: string): void {
  saveBlob(name, new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
}

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
