import * as z from 'zod/mini'
import { Product } from '#checked/catalogue.ts'
import { type SearchableCatalogue, searchable } from './catalogue-search.ts'

const Products = z.array(Product)

/** The catalogue in the text of a response. Throws if it is not one that this version can read. */
export const catalogueIn = (text: string): SearchableCatalogue => searchable(z.decode(Products, JSON.parse(text)))
