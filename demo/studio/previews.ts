/**
 * States of the preview. All are real checkouts, created by the shop's server; the ids are those of the message `show` to the iframe.
 */
export const PREVIEWS = [
  { id: 'form', title: 'Form' },
  { id: 'bank', title: 'Bank account' },
  { id: 'errors', title: 'Errors' },
  { id: 'receipt', title: 'Receipt' },
] as const
export type Preview = (typeof PREVIEWS)[number]['id']

export const isPreview = (id: string | null): id is Preview => PREVIEWS.some((preview) => preview.id === id)
