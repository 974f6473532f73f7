/** Something that happens at a time. */
interface Entry {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly happen: () => Promise<void>
}

export interface Agenda {
  /** An entry may add later ones. */
  add: (at: number, happen: () => Promise<void>) => void
}

const hourOf = (at: number) => Math.floor(at / 3_600_000)

/** Entries in the order of their times, and of their addition at equal times. */
export const openAgenda = () => {
  /** By the start of their hour, so that an addition sorts few others. */
  const hours = new Map<number, Entry[]>()

  return {
    add: (at: number, happen: () => Promise<void>): void => {
      const hour = hours.get(hourOf(at)) ?? []
      hours.set(hourOf(at), hour)
      const place = hour.findLastIndex((entry) => entry.at <= at)
      hour.splice(place + 1, 0, { at, happen })
    },
    /** Lets all entries between two times happen. What lies later is dropped. */
    run: async (from: number, until: number, setClock: (ms: number) => void): Promise<void> => {
      for (let hour = hourOf(from); hour <= hourOf(until); hour++) {
        const entries = hours.get(hour) ?? []
        for (let entry = entries.shift(); entry !== undefined && entry.at <= until; entry = entries.shift()) {
          setClock(entry.at)
          await entry.happen()
        }
      }
    },
  }
}
