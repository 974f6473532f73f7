import { expect, it } from 'vitest'
import { NETWORK_NAMES } from '#contract/card/networks'
import { axeViolations } from '../../testing/axe.ts'
import { useWidgetFixture } from '../../testing/widgetFixture.ts'
import { openElement } from '../../testing/openElement.ts'

const openFixture = useWidgetFixture()
const open = async () => openElement(await openFixture(), 'widget/testing/brandMarksPage.ts', '')

it('brand marks have no axe violations', async () => {
  expect(await axeViolations(await open())).toEqual([])
})

it('brand marks are not focusable', async () => {
  const page = await open()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body')
})

it('each network has a different mark of 32 by 20 px', async () => {
  const page = await open()
  const drawings = await page.locator('.mark').evaluateAll((marks) =>
    marks.map((mark) => {
      const { width, height } = mark.getBoundingClientRect()
      return { size: `${width}x${height}`, drawing: mark.innerHTML.replaceAll(/<!--.*?-->/g, '') }
    }),
  )
  expect(new Set(drawings.map(({ size }) => size))).toEqual(new Set(['32x20']))
  expect(new Set(drawings.map(({ drawing }) => drawing)).size).toBe(NETWORK_NAMES.length + 1)
})
