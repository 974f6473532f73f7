/** Keeps what `make` returns: making a format takes as long as using one a hundred times, and a list has hundreds of values. */
const kept = <Options extends object, Format>(
  make: (locale: string, options: Options) => Format,
): ((locale: string, options: Options) => Format) => {
  const made = new Map<string, Format>()
  return (locale, options) => {
    const name = `${locale} ${JSON.stringify(options)}`
    const known = made.get(name)
    if (known) return known
    const format = make(locale, options)
    made.set(name, format)
    return format
  }
}

export const numberFormat = kept((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options))
export const dateFormat = kept(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)
export const relativeTimeFormat = kept(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
)
