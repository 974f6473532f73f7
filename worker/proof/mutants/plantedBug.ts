/**
 * A fault that somebody could make one day: a small change of the source, which the tests must catch. So the tests are tested, too. `from`
 * stands exactly once in its file.
 */
export interface PlantedBug {
  readonly name: string
  readonly patches: readonly { readonly file: string; readonly from: string; readonly to: string }[]
}

export const bug = (name: string, file: string, from: string, to: string): PlantedBug => ({
  name,
  patches: [{ file, from, to }],
})
