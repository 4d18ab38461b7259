ALTER TABLE users VALIDATE CONSTRAINT users_diets_check;
ALTER TABLE users VALIDATE CONSTRAINT users_avoided_allergens_check;
