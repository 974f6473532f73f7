import type { CDPSession } from '@playwright/test'

/** What is alive in the page after everything that can be thrown away was. */
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

/** Of what more is alive than before, and how much. A node of before that was not thrown away yet may be gone by now. */
export const leftBehind = async (session: CDPSession, before: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(await heapCounts(session))
      .map(([kind, count]) => [kind, count - (before[kind] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  )
