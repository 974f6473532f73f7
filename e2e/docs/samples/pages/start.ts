import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { CardFrame, goodCard } from '../../../pages/cardFrame.ts'
import type { Step } from '../step.ts'

export const start: readonly Step[] = [
  {
    after: '/v1/transactions/credit',
    act: ({ folder }) =>
      expect
        .poll(() => readFile(join(folder, 'events.log'), 'utf8'))
        .toBe('verified: transaction.authorized\nverified: transaction.captured\nverified: transaction.credited\n'),
  },
  {
    after: 'node shop.js &',
    act: async (reader) => {
      for (const [number, shown] of [
        ['4242 4242 4242 4242', 'Paid. Thank you!'],
        ['4000 0000 0000 0002', 'Declined: Do not honor'],
      ] as const) {
        await reader.page.goto(reader.fill('http://localhost:3001'))
        await new CardFrame(reader.page).type({ ...goodCard, number })
        await reader.page.getByRole('button', { name: 'Pay $26.25' }).click()
        await expect(reader.page.getByText(shown)).toBeVisible()
      }
    },
  },
]
