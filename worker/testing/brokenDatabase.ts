/** What becomes of one batch: it runs, or it fails before or after its effect. */
export type Fate = 'runs' | 'fails before' | 'fails after'

/** A D1 database whose batches meet the fate that a test gives them. Reads by the test itself go to the real one. */
export const brokenDatabase = (
  real: D1Database,
  /** @param call counts from 1 */
  fate: (call: number) => Fate | Promise<Fate>,
) => {
  let calls = 0
  const batch: D1Database['batch'] = async <T>(statements: D1PreparedStatement[]) => {
    const meets = await fate(++calls)
    if (meets === 'fails before') throw new Error('D1_ERROR: Network connection lost.')
    const results = await real.batch<T>(statements)
    if (meets === 'fails after') throw new Error('D1_ERROR: Network connection lost.')
    return results
  }
  const d1 = new Proxy(real, {
    get: (target, member) => {
      if (member === 'batch') return batch
      const value: unknown = Reflect.get(target, member)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return {
    d1,
    /** How many batches were asked for. */
    calls: () => calls,
  }
}
