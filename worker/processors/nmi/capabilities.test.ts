import { expect, test } from 'vitest'
import { nmiDefinition } from './definition.ts'

test('no setting of a connection shortens the ten minutes within which NMI shows an operation', () => {
  const names = nmiDefinition.settings.map(({ name }) => name)
  const settings = Object.fromEntries([...names, 'visibleAfterMs'].map((name) => [name, null]))
  expect(nmiDefinition.capabilities(settings).visibleAfterMs).toBe(600_000)
  expect(nmiDefinition.capabilities({ ...settings, visibleAfterMs: 0 }).visibleAfterMs).toBe(600_000)
})
