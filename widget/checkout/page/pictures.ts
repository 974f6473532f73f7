/** Removes pictures of items that fail, so that they leave no hole. Pictures load lazily, and some have failed already. */
export const removeFailedPictures = (): void => {
  for (const picture of document.querySelectorAll<HTMLImageElement>('.picture'))
    picture.decode().catch(() => picture.remove())
}
