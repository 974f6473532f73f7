/**
 * What the previews may show. All are real checkouts, made by the shop's server; where one shows something else than at first, the names are
 * those of the message `show` that its frame is sent.
 */
export const PREVIEWS = [
  { id: 'form', title: 'Form' },
  { id: 'bank', title: 'Bank account' },
  { id: 'errors', title: 'Errors' },
  { id: 'receipt', title: 'Receipt' },
] as const
export type Preview = (typeof PREVIEWS)[number]['id']

export const isPreview = (id: string | null): id is Preview => PREVIEWS.some((preview) => preview.id === id)
