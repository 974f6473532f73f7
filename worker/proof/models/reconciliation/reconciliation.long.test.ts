import { testRehearsals } from './suite.ts'

testRehearsals({ count: 500, seed: Math.floor(Date.now() / 86_400_000) })
