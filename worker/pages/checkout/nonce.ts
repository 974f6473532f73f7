/** 128 random bits for the policy of one page, in base64. */
export const freshNonce = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
