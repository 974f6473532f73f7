import account from '../../../demo/account.json' with { type: 'json' }
import { inRepository } from '../repository.ts'

/** The account that local runs are seeded with. Its keys stand in demo/account.json and nowhere else. */
export const demoAccount = { ...account, file: inRepository('demo/account.json') }
