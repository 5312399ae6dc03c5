/** The pictures that a file dialog offers; the server decides by their content which it stores. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp'
