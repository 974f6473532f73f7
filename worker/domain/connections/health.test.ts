import { expect, test } from 'vitest'
import { noteConnection } from './health.ts'
import { connectionFixture } from './connections.fixture.ts'

test('the health of a connection is written once a minute, and at once if the status changes', async () => {
  const { create, needs, merchant } = await connectionFixture()
  const { id } = await create()
  let now = 1_000_000
  const written: [string, number][] = []
  const row = async () => {
    const [found] = await merchant.rows('SELECT id, lastSuccess, lastFailure FROM connections WHERE id = ?', id)
    return found as unknown as { id: string; lastSuccess: number | null; lastFailure: number | null }
  }
  const note = async (health: 'success' | 'failure', afterMs: number) => {
    now += afterMs
    const { connections } = needs()
    await noteConnection(await row(), health, {
      realClock: { now: () => now },
      connections: {
        noteHealth: async (...call) => {
          written.push([health, now])
          await connections.noteHealth(...call)
        },
      },
    })
    return row()
  }
  expect(await note('success', 0)).toMatchObject({ lastSuccess: 1_000_000, lastFailure: null })
  await note('success', 59_999)
  expect(await note('success', 1)).toMatchObject({ lastSuccess: 1_060_000 })
  expect(await note('failure', 10)).toMatchObject({ lastFailure: 1_060_010 })
  await note('failure', 10)
  expect(await note('success', 10)).toMatchObject({ lastSuccess: 1_060_030 })
  expect(written).toEqual([
    ['success', 1_000_000],
    ['success', 1_060_000],
    ['failure', 1_060_010],
    ['success', 1_060_030],
  ])
})

test('a note with an outdated record writes no more often, and a late one moves no time back', async () => {
  const { create, needs, merchant } = await connectionFixture()
  const { id } = await create()
  const outdated = { id, lastSuccess: null, lastFailure: null }
  const times = async () =>
    (await merchant.rows('SELECT lastSuccess, lastFailure FROM connections WHERE id = ?', id))[0]
  for (const at of [2_000_000, 2_000_500, 1_900_000])
    await noteConnection(outdated, 'success', { ...needs(), realClock: { now: () => at } })
  expect(await times()).toEqual({ lastSuccess: 2_000_000, lastFailure: null })
})
