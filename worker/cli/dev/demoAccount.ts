import account from '../../../demo/account.json' with { type: 'json' }
import { inRepository } from '../repository.ts'

/** The account that local runs are seeded with. Its keys are in demo/account.json only. */
export const demoAccount = { ...account, file: inRepository('demo/account.json') }
