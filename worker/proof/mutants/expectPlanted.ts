import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import type { PlantedBug } from './plantedBug.ts'

const root = new URL('../../../', import.meta.url)
const run = promisify(execFile)

/** That the source is still such that each bug can be planted. */
export const describePlantable = (bugs: readonly PlantedBug[]): void => {
  describe('the planted bugs', () => {
    test('are many, and none is there twice', () => {
      expect(bugs.length).toBeGreaterThanOrEqual(15)
      expect(new Set(bugs.map(({ name }) => name)).size).toBe(bugs.length)
    })

    test.each(bugs)('$name: can still be planted', ({ patches }) => {
      for (const { file, from, to } of patches) {
        expect(readFileSync(new URL(file, root), 'utf8').split(from), from).toHaveLength(2)
        expect(to).not.toBe(from)
      }
    })
  })
}

/**
 * That each bug is caught, by the very histories that every run of the tests plays.
 *
 * @param tryBug a program that plants the bug of a name and prints what caught it
 */
export const describeCaught = (bugs: readonly PlantedBug[], tryBug: URL): void => {
  describe('a planted bug is caught by the histories', () => {
    const needed: number[] = []
    // How well the histories catch is read here, and not only that they do.
    afterAll(() => {
      const inOrder = needed.toSorted((one, other) => one - other)
      console.log(
        `${needed.length} of ${bugs.length} planted bugs caught; histories needed: ${inOrder[needed.length >> 1]} in the middle, ${inOrder.at(-1)} at most`,
      )
    })

    test.each(bugs)(
      '$name',
      async ({ name }) => {
        const { stdout } = await run(process.execPath, [fileURLToPath(tryBug), name])
        const { by, histories } = JSON.parse(stdout) as { by: string | null; histories: number }
        // Something that must hold, and not a history that broke down.
        expect(by, stdout).not.toBeNull()
        needed.push(histories)
      },
      300_000,
    )
  })
}
