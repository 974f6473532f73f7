import { fixedSeed } from '../kernel/seed.ts'
import { testRehearsals } from './suite.ts'

testRehearsals({ count: 12, seed: fixedSeed })
