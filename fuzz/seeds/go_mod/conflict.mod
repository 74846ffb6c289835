module x
<<<<<<< HEAD
require a v1.0.0
=======
require a v1.1.0
>>>>>>> b
