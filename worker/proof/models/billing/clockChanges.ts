const day = 86_400_000

/** Some days around a change of the clocks. */
export interface ClockChange {
  readonly timeZone: string
  /** Milliseconds since 1970, full hours. */
  readonly from: number
  readonly to: number
}

const begin = Date.UTC(2026, 0, 1)
const end = Date.UTC(2029, 0, 1)
const step = 7 * day

/** What the clocks of a zone show less UTC, such as 'GMT+02:00', once a week. */
const offsets = (timeZone: string): string[] => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return Array.from(
    { length: (end - begin) / step + 1 },
    (_, week) => format.format(begin + week * step).split(' ')[1] ?? '',
  )
}

/**
 * Every change of the clocks on earth in 2026, 2027 and 2028, with some days before and after it. Of zones whose clocks always show the same
 * it has one.
 */
export const clockChanges = (): ClockChange[] => {
  const zones = new Map(
    Intl.supportedValuesOf('timeZone').map((timeZone) => {
      const weeks = offsets(timeZone)
      return [weeks.join(' '), { timeZone, weeks }]
    }),
  )
  return [...zones.values()].flatMap(({ timeZone, weeks }) =>
    weeks.flatMap((offset, week) =>
      week === 0 || offset === weeks[week - 1]
        ? []
        : [{ timeZone, from: begin + (week - 1) * step - 2 * day, to: begin + week * step + 2 * day }],
    ),
  )
}
