// Whether the user may change anything.

/** Whether the user may change what is on the page; a reader may not, and the service refuses it. */
export const mayChange = !globalThis.document?.body?.hasAttribute("data-read-only");
