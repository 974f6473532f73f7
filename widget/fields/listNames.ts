/**
 * A sentence with the names of fields at its end: "Check the marked fields: Email, Card number."
 *
 * @param locale a BCP 47 tag, or empty for the browser's
 */
export const listNames = (sentence: string, names: readonly string[], locale: string): string => {
  const [, words, stop] = /^(.*?)([.。।։۔]?)$/s.exec(sentence)!
  const list = new Intl.ListFormat(locale || undefined, { type: 'unit' }).format(names)
  return words + (stop === '。' ? '：' : ': ') + (list.endsWith(stop!) ? list : list + stop)
}
