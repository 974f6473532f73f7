import { test } from 'vitest'
import { expectNoMoreRows, rowsReadAmong } from '../../testing/scale/transactionCosts.ts'

const timeout = 5 * 60_000

test(
  'each transaction request reads no more rows among 1,000,000 payments with their events and keys than among 1,000',
  { timeout },
  async () => {
    expectNoMoreRows({ few: await rowsReadAmong(1_000), many: await rowsReadAmong(1_000_000) })
  },
)
