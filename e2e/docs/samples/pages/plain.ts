import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { CardFrame, goodCard } from '../../../pages/cardFrame.ts'
import type { Step } from '../step.ts'

export const plain: readonly Step[] = [
  {
    after: 'node server.js > server.log &',
    act: async (reader) => {
      const { page, folder } = reader
      const card = new CardFrame(page)
      const pay = page.getByRole('button', { name: 'Pay $26.25' })
      await page.goto(reader.fill('http://localhost:3000'))
      await card.type({ ...goodCard, number: '4000 0000 0000 9995' })
      await pay.click()
      await expect(card.frame.getByRole('form').getByText(/declined the card/)).toBeVisible()
      await card.number.fill('4242 4242 4242 4242')
      await card.code.fill('123')
      await card.whenComplete()
      await pay.click()
      await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
      await expect.poll(() => readFile(join(folder, 'server.log'), 'utf8')).toBe('order 1042 is paid\n')
    },
  },
]
