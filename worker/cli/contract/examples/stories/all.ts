import type { Story } from '../step.ts'
import { transactions } from './transactions.ts'

/** All stories. The first is the shop alone, with which each of them begins. */
export const stories: readonly Story[] = [{ name: 'shop', begin: '2026-11-20T10:45:00.000Z', steps: [] }, transactions]
