import type { CDPSession } from '@playwright/test'

/** Counts the page's live objects after garbage collection. */
export const heapCounts = async (session: CDPSession): Promise<Record<string, number>> => {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const counted = new Set(['Documents', 'Frames', 'Nodes', 'JSEventListeners'])
  const counts = metrics.filter(({ name }) => counted.has(name)).map(({ name, value }) => [name, value] as const)
  const alive = await Promise.all(
    ['MessagePort', 'HTMLIFrameElement', 'AbortSignal'].map(async (name) => {
      const { result } = await session.send('Runtime.evaluate', { expression: `${name}.prototype` })
      const { objects } = await session.send('Runtime.queryObjects', {
        prototypeObjectId: result.objectId!,
        objectGroup: 'heapCounts',
      })
      const { result: length } = await session.send('Runtime.callFunctionOn', {
        functionDeclaration: 'function () { return this.length }',
        objectId: objects.objectId!,
      })
      return [name, Number(length.value)] as const
    }),
  )
  await session.send('Runtime.releaseObjectGroup', { objectGroup: 'heapCounts' })
  return Object.fromEntries([...counts, ...alive])
}

/** Object counts that have grown, and by how much. Counts may also shrink, if garbage was left before. */
export const heapGrowth = async (session: CDPSession, before: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(await heapCounts(session))
      .map(([kind, count]) => [kind, count - (before[kind] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  )
