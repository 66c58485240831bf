// A program in a link: deflated, in letters that an address may have. bookLink.pack(text) and bookLink.unpack(letters)
// return promises; a link that is broken, or holds more than a program of bookLink.LONGEST letters, rejects.
"use strict";
{
  const LONGEST = 200_000; // letters of a program
  const through = (bytes, stream) => new Blob([bytes]).stream().pipeThrough(stream);

  window.bookLink = {
    LONGEST,
    async pack(text) {
      const bytes = new Uint8Array(await new Response(through(text, new CompressionStream("deflate-raw"))).arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
    },
    async unpack(letters) {
      const bytes = Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
      const reader = through(bytes, new DecompressionStream("deflate-raw")).pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).getReader();
      let text = "";
      for (let part; !(part = await reader.read()).done;) {
        text += part.value;
        if (text.length > LONGEST) throw new RangeError("too long");
      }
      return text;
    },
  };
}
