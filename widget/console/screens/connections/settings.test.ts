import { expect, it } from 'vitest'
import { sampleConnection, sampleProcessor } from '../../../testing/console/developerSamples.ts'
import { entryOf, problemOf, settingsOf, valueOf, type Setting } from './settings.ts'

const { settings } = sampleProcessor()
const setting = (kind: string): Setting => settings.find((each) => each.kind === kind)!

it('entries of a new connection begin with the defaults', () => {
  expect(entryOf(setting('choice'), null)).toBe('eu')
  expect(entryOf(setting('flag'), null)).toBe(false)
  expect(entryOf(setting('text'), null)).toBe('')
})

it('entries of a stored connection have its values, and no secret', () => {
  const connection = sampleConnection({ settings: { region: 'us', currencies: [840, 978], descriptors: true } })
  expect(entryOf(setting('choice'), connection)).toBe('us')
  expect(entryOf(setting('currencies'), connection)).toBe('840, 978')
  expect(entryOf(setting('flag'), connection)).toBe(true)
  expect(entryOf(setting('secret'), connection)).toBe('')
})

it('values have the types of the API', () => {
  expect(valueOf(setting('integer'), ' 7 ')).toBe(7)
  expect(valueOf(setting('currencies'), '840, 978')).toEqual([840, 978])
  expect(valueOf(setting('methods'), 'card cash')).toEqual(['card', 'cash'])
  expect(valueOf(setting('text'), '')).toBeNull()
  expect(valueOf(setting('flag'), true)).toBe(true)
})

it('a required entry is asked for, unless its secret is stored', () => {
  expect(problemOf(setting('secret'), '', null)).toBe('Enter a value.')
  expect(problemOf(setting('secret'), '', sampleConnection())).toBe('')
  expect(problemOf(setting('integer'), 'x', null)).toBe('Enter a whole number.')
  expect(problemOf(setting('currencies'), 'USD', null)).toContain('ISO 4217')
})

it('a change has the settings that differ, and the secrets that were entered', () => {
  const connection = sampleConnection({ settings: { region: 'eu', store: 7 } })
  const entries = new Map<string, string>([
    ['region', 'us'],
    ['store', ''],
    ['apiKey', ''],
  ])
  expect(settingsOf(settings, entries, connection)).toEqual({ region: 'us', store: null })
  expect(settingsOf(settings, new Map([['apiKey', 'k2']]), connection)).toEqual({ apiKey: 'k2' })
})
