import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { appearance } from '#contract/checkouts/appearance'
import { contrastVerdicts } from '#contract/theme/contrastChecks'
import { knownColor } from '#contract/theme/cssColor'
import { kindOf, MEMBERS, titleOf } from './members.ts'
import { PRESETS } from './presets.ts'
import { printJson, readJson } from './readMembers.ts'

const schema = appearance()

test('offers every member of an appearance, once, under a name of its own', () => {
  expect(MEMBERS.toSorted()).toEqual(Object.keys(schema.entries).toSorted())
  expect(new Set(MEMBERS.map(titleOf)).size).toBe(37)
})

test.each(PRESETS)('the preset $title is taken by the gateway and can be read', ({ members }) => {
  expect(v.safeParse(schema, members).issues).toBeUndefined()
  expect(contrastVerdicts(members, knownColor).filter(({ ok }) => !ok)).toEqual([])
})

describe('reading JSON', () => {
  test('gives back what was printed', () => {
    for (const { members } of PRESETS) expect(readJson(printJson(members))).toEqual({ members, problems: [] })
  })

  test('takes the body of a request, too', () => {
    const { members } = readJson('{"total": 1, "appearance": {"alertColor": "Crimson"}}')
    expect(members).toEqual({ alertColor: 'Crimson' })
  })

  test.each([
    ['{"formTextColour": "red"}', 'formTextColour', 'There is no such member. Did you mean formTextColor?'],
    ['{"background": "red"}', 'background', 'There is no such member.'],
    ['{"formTextColor": "blurple"}', 'formTextColor', '"blurple" is not a colour.'],
    ['{"formTextColor": 7}', 'formTextColor', '7 is not a colour.'],
    ['{"formTextColor": "var(--x)"}', 'formTextColor', '"var(--x)" is not a colour.'],
    ['{"formIconTheme": "blue"}', 'formIconTheme', '"blue" is none of light, dark.'],
    ['{"inputVariant": "round"}', 'inputVariant', '"round" is none of outlined, filled, standard.'],
    ['[1]', '', 'An appearance is an object'],
    ['{', '', 'This is not JSON'],
  ])('says what is wrong with %s', (text, member, words) => {
    expect(readJson(text)).toEqual({ members: {}, problems: [{ member, text: expect.stringContaining(words) }] })
  })

  test('judges a value as the gateway does', () => {
    const values = ['#fff', '#ffff', '#12345', 'RED', 'transparent', 'currentcolor', 'rgb(1 2 3 / 50%)', 'hsl(1,2%,3%)']
    for (const name of MEMBERS)
      for (const value of [...values, 'oklch(0.5 0.1 200)', 'calc(1)', 'light', 'filled', '']) {
        const { problems } = readJson(JSON.stringify({ [name]: value }))
        const isTaken = v.safeParse(schema, { [name]: value }).success
        expect([name, value, problems.length === 0]).toEqual([name, value, isTaken])
      }
  })

  test('keeps what is right beside what is wrong', () => {
    const { members, problems } = readJson('{"alertColor": "red", "successColor": "greenish"}')
    expect(members).toEqual({ alertColor: 'red' })
    expect(problems).toHaveLength(1)
  })
})

test('knows which members are no colours', () => {
  expect(MEMBERS.filter((member) => kindOf(member) !== 'color')).toEqual([
    'invoiceIconTheme',
    'formIconTheme',
    'inputVariant',
    'mobileIconTheme',
  ])
})
